#pragma once

#include <optional>
#include <string_view>

namespace gpualert {

// Whether a line (without prefixes) reports the progress of a training: a step or a rate together
// with a value, as tqdm, Keras, Lightning, Hugging Face, Megatron, DeepSpeed, torchtitan, fairseq,
// NeMo, nanoGPT and hand-written loops print them.
bool looks_like_progress(std::string_view line) noexcept;

// The number of the step, iteration, update, batch or epoch that the line names first.
std::optional<double> step_of(std::string_view line) noexcept;

// The text of the line from the number on that `word` counts: "100/600]" of "Step [100/600]"; ""
// where there is none.
std::string_view counted_by(std::string_view line, std::string_view word) noexcept;

}  // namespace gpualert
