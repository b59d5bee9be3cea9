#include "mailprog/real_mailer.hpp"

#include "base/file.hpp"
#include "mailprog/standard_input.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

namespace gpualert::mailprog {

namespace {

constexpr std::array kMail{"/usr/bin/mail", "/bin/mail", "/usr/bin/mailx"};
constexpr std::array kSendmail{"/usr/sbin/sendmail", "/usr/lib/sendmail"};
constexpr unsigned kPatience = 60;  // seconds

bool is_this_program(const std::string& path)
{
  struct stat theirs {};
  struct stat ours {};
  return ::stat(path.c_str(), &theirs) == 0 && ::stat("/proc/self/exe", &ours) == 0 &&
         theirs.st_dev == ours.st_dev && theirs.st_ino == ours.st_ino;
}

std::vector<std::string> candidates(const std::vector<std::string>& argv,
                                    const MailProgSettings& settings)
{
  if (!settings.mailer.empty()) {
    return {settings.mailer};
  }
  const std::string name = argv.empty() ? "" : argv[0].substr(argv[0].rfind('/') + 1);
  const bool sendmail =
      name == "sendmail" || (argv.size() > 1 && (argv[1] == "-t" || argv[1] == "-oi" ||
                                                 argv[1] == "-i" || argv[1].starts_with("-f")));
  return sendmail ? std::vector<std::string>(kSendmail.begin(), kSendmail.end())
                  : std::vector<std::string>(kMail.begin(), kMail.end());
}

}  // namespace

Result<std::string> find_real_mailer(const std::vector<std::string>& argv,
                                     const MailProgSettings& settings)
{
  std::string tried;
  for (const std::string& path : candidates(argv, settings)) {
    if (::access(path.c_str(), X_OK) == 0 && !is_this_program(path)) {
      return path;
    }
    tried += (tried.empty() ? "" : ", ") + path;
  }
  return Error{"no mail program to hand this to: tried " + tried, ENOENT};
}

Error become_mailer(const std::string& program, const std::vector<std::string>& argv)
{
  // Its name is its own: sendmail goes by it.
  std::vector<std::string> words{program};
  words.insert(words.end(), argv.begin() + std::min<std::ptrdiff_t>(1, std::ssize(argv)),
               argv.end());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  ::execv(program.c_str(), pointers.data());
  return last_os_error("execute " + program);
}

Status run_mailer(const std::string& program, const std::vector<std::string>& argv,
                  const std::string& input)
{
  const pid_t child = ::fork();
  if (child < 0) {
    return last_os_error("fork");
  }
  if (child == 0) {
    ::alarm(kPatience);  // is kept across exec
    if (give_back({input, true, true})) {
      (void)become_mailer(program, argv);
    }
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status == 0 ? ok() : Status{Error{fmt::format("{} ended with {}", program, status)}};
}

}  // namespace gpualert::mailprog
