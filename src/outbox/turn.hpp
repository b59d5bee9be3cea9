#pragma once

#include "outbox/lease.hpp"

#include <gpualert/result.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

// Whose turn it is in a directory: one file, ".turn" while it is nobody's and ".turn~LEASE" while
// it is somebody's. Each step is one rename, which is atomic on NFS too; nothing is ever removed,
// so there is never a second one.
namespace gpualert::outbox {

inline constexpr const char* kTurnFile = ".turn";

class Turn {
public:
  // Nothing: another process has it, which lives.
  static Result<std::optional<Turn>> take(int dir, const Lease& mine, std::int64_t now_s);

  Turn(Turn&&) = default;
  Turn& operator=(Turn&&) = delete;
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn();

  // False when somebody took us for dead.
  bool is_ours() const;

private:
  Turn(int dir, std::string name) : dir_(dir), name_(std::make_unique<std::string>(std::move(name)))
  {
  }

  int dir_;
  std::unique_ptr<std::string> name_;  // empty after a move
};

}  // namespace gpualert::outbox
