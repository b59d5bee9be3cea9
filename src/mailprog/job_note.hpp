#pragma once

#include "mailprog/event.hpp"

#include <gpualert/note.hpp>

namespace gpualert::mailprog {

// The words for what is no failure: it began, it is done, it was requeued, it is near its limit.
Note note_of(const Event& event);

// The scheduler's facts of a job, as a table.
NoteSection job_section(const Event& event);

}  // namespace gpualert::mailprog
