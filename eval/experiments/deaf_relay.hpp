#pragma once

#include <gpualert/result.hpp>

namespace gpualert::eval {

// Two ports of this machine on which no mail gets through: the kernel takes connections to one, and
// nobody ever reads them; it refuses those to the other.
class DeafRelay {
public:
  static Result<DeafRelay> make();
  DeafRelay(DeafRelay&& other) noexcept;
  DeafRelay(const DeafRelay&) = delete;
  DeafRelay& operator=(const DeafRelay&) = delete;
  ~DeafRelay();

  int silent_port() const;
  int closed_port() const;

private:
  DeafRelay(int silent, int closed) : silent_(silent), closed_(closed) {}

  int silent_, closed_;
};

}  // namespace gpualert::eval
