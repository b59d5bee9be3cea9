#pragma once

#include "classify/normalise.hpp"

namespace gpualert {

// Takes one prefix off the front of message.text (spaces alone do not count as one), noting rank
// and level. False when there was none.
bool strip_prefix(Message& message) noexcept;

}  // namespace gpualert
