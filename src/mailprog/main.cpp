#include "mailprog/front.hpp"

int main(int argc, char** argv)
{
  return gpualert::mailprog::run(argc, argv);
}
