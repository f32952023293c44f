//===- NpyHeader.cpp - Header of NumPy array files --------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The header is a Python literal. The parser takes the part of Python's syntax
/// that a header can have, and no more.
///
//===----------------------------------------------------------------------===//

#include "NpyHeader.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mlir::compress;

namespace {
class HeaderParser {
public:
  /// Blanks fill the text up, so its end is where they begin.
  explicit HeaderParser(StringRef text)
      : text(text.rtrim()), rest(this->text) {}

  Expected<NpyHeader> parse();

private:
  Error parseEntry();
  Error parseDescr();
  Error parseFortranOrder();
  Error parseShape();
  Error parseDimension();
  Expected<StringRef> parseString(const Twine &what);

  /// Takes `token` if it comes next; leading blanks are skipped.
  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  Error expect(StringRef token);
  /// An error at the current place.
  Error expected(const Twine &what);

  StringRef text;
  StringRef rest;
  NpyHeader header;
  bool hasDescr = false;
  bool hasFortranOrder = false;
  bool hasShape = false;
};
} // namespace

Error HeaderParser::expected(const Twine &what) {
  rest = rest.ltrim();
  size_t offset = text.size() - rest.size();
  std::string message;
  raw_string_ostream os(message);
  os << "expected " << what << " at byte " << offset
     << " of the header, but got ";
  if (rest.empty()) {
    os << "its end";
  } else {
    os << '\'';
    printEscapedString(rest.take_front(20), os);
    os << '\'';
  }
  return createStringError(message);
}

Error HeaderParser::expect(StringRef token) {
  return consume(token) ? Error::success() : expected("'" + token + "'");
}

Expected<StringRef> HeaderParser::parseString(const Twine &what) {
  rest = rest.ltrim();
  if (!rest.starts_with("'") && !rest.starts_with("\""))
    return expected(what);
  size_t end = rest.find(rest.front(), 1);
  StringRef value = rest.slice(1, end);
  if (end == StringRef::npos || value.contains('\\'))
    return expected(what);
  rest = rest.drop_front(end + 1);
  return value;
}

Error HeaderParser::parseDescr() {
  rest = rest.ltrim();
  if (rest.starts_with("["))
    return expected("a plain element type, not a structured one,");
  return parseString("an element type").moveInto(header.descr);
}

Error HeaderParser::parseFortranOrder() {
  header.fortranOrder = consume("True");
  if (!header.fortranOrder && !consume("False"))
    return expected("True or False");
  return Error::success();
}

Error HeaderParser::parseDimension() {
  rest = rest.ltrim();
  StringRef digits = rest.take_while(llvm::isDigit);
  int64_t dimension;
  if (digits.getAsInteger(10, dimension))
    return expected("a dimension of 0 to 2^63-1");
  rest = rest.drop_front(digits.size());
  // Python 2 marks long integers.
  rest.consume_front("L");
  header.shape.push_back(dimension);
  return Error::success();
}

Error HeaderParser::parseShape() {
  if (Error error = expect("("))
    return error;
  while (!consume(")")) {
    if (header.shape.size() == maxNpyRank)
      return expected("at most " + Twine(maxNpyRank) + " dimensions");
    if (Error error = parseDimension())
      return error;
    if (consume(","))
      continue;
    return expect(")");
  }
  return Error::success();
}

Error HeaderParser::parseEntry() {
  StringRef before = rest;
  StringRef key;
  if (Error error = parseString("a key").moveInto(key))
    return error;

  struct Entry {
    StringLiteral key;
    bool &seen;
    Error (HeaderParser::*parseValue)();
  };
  const Entry entries[] = {
      {"descr", hasDescr, &HeaderParser::parseDescr},
      {"fortran_order", hasFortranOrder, &HeaderParser::parseFortranOrder},
      {"shape", hasShape, &HeaderParser::parseShape}};
  for (const Entry &entry : entries) {
    if (entry.key != key || entry.seen)
      continue;
    entry.seen = true;
    if (Error error = expect(":"))
      return error;
    return (this->*entry.parseValue)();
  }
  rest = before;
  return expected("'descr', 'fortran_order' and 'shape' once each");
}

Expected<NpyHeader> HeaderParser::parse() {
  if (Error error = expect("{"))
    return error;
  while (!consume("}")) {
    if (Error error = parseEntry())
      return error;
    if (consume(","))
      continue;
    if (Error error = expect("}"))
      return error;
    break;
  }
  rest = rest.ltrim();
  if (!rest.empty())
    return expected("nothing more");
  if (!hasDescr || !hasFortranOrder || !hasShape)
    return expected("'descr', 'fortran_order' and 'shape'");
  return std::move(header);
}

Expected<NpyHeader> mlir::compress::parseNpyHeader(StringRef text) {
  return HeaderParser(text).parse();
}
