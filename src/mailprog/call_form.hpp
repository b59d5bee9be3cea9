#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert::mailprog {

// mail: the subject is an argument, standard input the body. sendmail: standard input is the
// message with its headers.
enum class Form { mail, sendmail };

struct CallForm {
  Form form = Form::mail;
  std::string subject;                  // of Form::mail
  std::string from;                     // "" when it is not given
  std::vector<std::string> recipients;  // as arguments, neither split nor checked
  bool recipients_in_header = false;    // -t
};

// Reads the command line of a mail program as schedulers call it:
//   -s SUBJECT [-r FROM] RCPT…     -f FROM RCPT…     -oi -FNAME -fFROM RCPT…     -t -i
// Nothing: none of these.
std::optional<CallForm> parse_call(const std::vector<std::string>& argv);

// The addresses in a list that is separated by commas and blanks, as they stand there.
std::vector<std::string> split_recipients(const std::vector<std::string>& lists);

struct Recipients {
  std::vector<std::string> accepted;  // each once
  std::vector<std::string> refused;   // why: "address \"-x\": begins with '-', …"
};

// `domains`: those that mail may go to, "example.org", ".example.org" with those below it; none:
// all. An address without a domain is one of this site.
Recipients check_recipients(const std::vector<std::string>& addresses,
                            const std::vector<std::string>& domains);

}  // namespace gpualert::mailprog
