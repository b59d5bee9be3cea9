#pragma once

#include "eval/document.hpp"
#include "eval/evaluation.hpp"

#include <string>
#include <vector>

namespace gpualert::eval {

// The whole evaluation for people: the figures on held-out logs first.
Document describe(const Evaluation& evaluation);

// "gpualert 0.1.0, 327 rules 1a2b3c4d".
std::string describe_version();

// The sections of describe(), in its order.
std::vector<Section> headline_sections(const Evaluation& evaluation);  // who is right how often
Section success_section(const Evaluation& evaluation);
Section root_section(const Evaluation& evaluation);
Section slice_section(const Evaluation& evaluation);
Section confusion_section(const Evaluation& evaluation);
std::vector<Section> label_sections(const Evaluation& evaluation);  // precision, recall, F1

// "88.0 %", "88.0 % [82.1, 93.0]", "3 of 40", "1.2e-05".
std::string percent(double share);
std::string percent(const Estimate& estimate);
std::string out_of(const Share& share);
std::string p_value(double p);

// "composed, held out".
std::string name_of(const std::string& source, Part part);

}  // namespace gpualert::eval
