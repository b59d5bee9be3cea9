// What gpualert-mail is given: arguments, variables and a message, and what lies in its spool.
#include "mailprog/call.hpp"
#include "mailprog/call_form.hpp"
#include "mailprog/recognise.hpp"
#include "mailprog/slurm_event.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace gpualert::mailprog;

namespace {

void require(bool holds)
{
  if (!holds) {
    std::abort();
  }
}

// A line is an argument, or with '=' behind the first blank line a variable; then the body.
Call call_of(std::string_view bytes)
{
  Call call;
  call.argv.emplace_back("mail");
  for (int part = 0; !bytes.empty();) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
    const std::string line{bytes.substr(0, end - 1)};
    if (part == 2) {
      call.body = bytes;
      break;
    }
    part += line.empty() ? 1 : 0;
    if (part == 0) {
      call.argv.push_back(line);
    } else if (const std::size_t equals = line.find('='); equals != std::string::npos) {
      call.variables[line.substr(0, equals)] = line.substr(equals + 1);
    }
    bytes.remove_prefix(end);
  }
  return call;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto decoded = decode(bytes);
  require(!decoded || encode(*decoded) == bytes || decode(encode(*decoded)));
  const Call call = call_of(bytes);
  require(bool(decode(encode(call))));
  if (const auto mail = recognise(call)) {
    require(!mail->event.scheduler.empty() && !mail->event.job.empty());
    for (const std::string& address : check_recipients(mail->addresses, {}).accepted) {
      require(address.front() != '-' && address.find_first_of("\r\n ,") == std::string::npos);
    }
  }
  (void)slurm_event(bytes, {});
  return 0;
}
