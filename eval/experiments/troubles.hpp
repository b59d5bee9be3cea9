#pragma once

#include "eval/experiments/deaf_relay.hpp"
#include "eval/laboratory.hpp"

#include <gpualert/result.hpp>

#include <string>
#include <vector>

namespace gpualert::eval {

// What the notifier suffers: options of gpualert run, and more in its environment.
struct Trouble {
  std::string name;
  std::vector<std::string> options, environment;
  std::string program;    // another gpualert; "" for the laboratory's
  bool delivers = false;  // none: the reports arrive, which shows that the others hinder something
};

// Makes the files that they need in the laboratory.
Result<std::vector<Trouble>> troubles(const Laboratory& laboratory, const DeafRelay& relay);

}  // namespace gpualert::eval
