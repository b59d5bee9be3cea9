// Small logs for the tests of the diagnosis.
#pragma once

#include <gpualert/classifier.hpp>

#include <string>

namespace gpualert {

inline Findings scan(const std::string& log)
{
  Scanner scanner;
  scanner.bytes(Stream::both, log);
  return scanner.finish();
}

inline Verdict exited(const std::string& log, int code)
{
  return diagnose(scan(log), {Exited{code}, {}, 0, {}, false});
}

inline Verdict without_status(const std::string& log)
{
  return diagnose(scan(log), {});
}

inline std::string traceback(const std::string& exception)
{
  return "Traceback (most recent call last):\n"
         "  File \"train.py\", line 3, in <module>\n"
         "    raise SomeError(\"CUDA out of memory\")\n" +
         exception + "\n";
}

inline std::string progress()
{
  return "step 100 | loss 0.3\nstep 101 | loss 0.2\n";
}

}  // namespace gpualert
