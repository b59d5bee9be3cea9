#pragma once

#include "report/document.hpp"
#include "report/gate.hpp"
#include "report/mime_part.hpp"

#include <gpualert/artifacts.hpp>

#include <string>
#include <vector>

// What goes with a report, and what does not.
namespace gpualert::report {

// A row for every file that was considered: attached, compressed, cut or left out, its size, why,
// and where it lies.
Section manifest(const std::vector<Attachment>& attachments);

// The parts of those that are attached; their names pass the gate.
std::vector<MimePart> attachment_parts(const std::vector<Attachment>& attachments, Gate& gate);

// The same files, none of them attached.
std::vector<Attachment> listed_only(std::vector<Attachment> attachments, const std::string& why);

}  // namespace gpualert::report
