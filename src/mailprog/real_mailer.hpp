#pragma once

#include <gpualert/config.hpp>
#include <gpualert/result.hpp>

#include <string>
#include <vector>

namespace gpualert::mailprog {

// The program that a call goes to when it is none of ours: the setting's, or the first there is
// that understands this form of call. Never this program itself under another name.
Result<std::string> find_real_mailer(const std::vector<std::string>& argv,
                                     const MailProgSettings& settings);

// Runs it in place of this process with the arguments of the call. Returns only when it cannot.
Error become_mailer(const std::string& program, const std::vector<std::string>& argv);

// Runs it with `input` on its standard input, and waits for its end, a minute at most. For a call
// whose caller is gone.
Status run_mailer(const std::string& program, const std::vector<std::string>& argv,
                  const std::string& input);

}  // namespace gpualert::mailprog
