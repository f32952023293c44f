//===- Npy.cpp - NumPy array files ------------------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/IO/Npy.h"
#include "NpyHeader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace mlir::compress;

// Elements are passed on as they lie in the file.
static_assert(endianness::native == endianness::little);

static constexpr StringLiteral magic("\x93NUMPY");

std::string mlir::compress::formatShape(ArrayRef<int64_t> shape) {
  std::string text;
  raw_string_ostream os(text);
  os << '[';
  interleaveComma(shape, os);
  os << ']';
  return text;
}

/// Number of bytes of an array, or nothing if it needs more than 63 bits.
static std::optional<int64_t> computeByteSize(ArrayType type,
                                              ArrayRef<int64_t> shape) {
  // A zero hides dimensions whose product would not fit.
  if (is_contained(shape, 0))
    return 0;
  std::optional<int64_t> bytes = getByteSize(type);
  for (int64_t dimension : shape)
    if (bytes)
      bytes = checkedMul(*bytes, dimension);
  return bytes;
}

/// Takes the preamble and the header's text off the front of `rest`.
static Expected<StringRef> takeHeader(StringRef &rest) {
  if (rest.empty())
    return createStringError("expected an .npy file, but got an empty one");
  if (!rest.consume_front(magic))
    return createStringError(
        "expected an .npy file, but its first bytes are '" +
        toHex(rest.take_front(magic.size())) + "'");
  if (rest.size() < 2)
    return createStringError("expected a version, but the file ends");
  unsigned major = static_cast<uint8_t>(rest[0]);
  unsigned minor = static_cast<uint8_t>(rest[1]);
  rest = rest.drop_front(2);
  if (major < 1 || major > 3 || minor != 0)
    return createStringError("expected .npy version 1.0, 2.0 or 3.0, but got " +
                             Twine(major) + "." + Twine(minor));

  size_t lengthSize = major == 1 ? 2 : 4;
  if (rest.size() < lengthSize)
    return createStringError("expected the header's length, but the file ends");
  size_t length = lengthSize == 2 ? support::endian::read16le(rest.data())
                                  : support::endian::read32le(rest.data());
  rest = rest.drop_front(lengthSize);
  if (rest.size() < length)
    return createStringError("expected a header of " + Twine(length) +
                             " bytes, but got " + Twine(rest.size()));
  StringRef header = rest.take_front(length);
  rest = rest.drop_front(length);
  return header;
}

/// Parses an element type such as `<f4`.
static Expected<ArrayType> parseDescr(StringRef descr) {
  bool hasByteOrder = descr.find_first_of("<>=|") == 0;
  bool isBigEndian = descr.starts_with(">");
  StringRef code = descr.drop_front(hasByteOrder);
  std::optional<ArrayType> type = parseTypeCode(code);
  if (!type)
    return createStringError(
        "expected booleans, integers or real floating-point numbers, but got "
        "element type '" +
        descr + "'");
  if (isBigEndian && getByteSize(*type) > 1)
    return createStringError(
        "expected little-endian elements, but got element type '" + descr +
        "'");
  return *type;
}

static Expected<ArrayType> checkArray(const NpyHeader &header, size_t bytes) {
  Expected<ArrayType> type = parseDescr(header.descr);
  if (!type)
    return type;
  if (header.fortranOrder && header.shape.size() > 1)
    return createStringError("expected an array in C order, but got Fortran "
                             "order for shape " +
                             formatShape(header.shape));
  std::optional<int64_t> expected = computeByteSize(*type, header.shape);
  if (!expected)
    return createStringError("expected an array of less than 2^63 bytes, but "
                             "got shape " +
                             formatShape(header.shape));
  if (static_cast<uint64_t>(*expected) != bytes)
    return createStringError("expected " + Twine(*expected) +
                             " bytes of elements for " + getName(*type) + " " +
                             formatShape(header.shape) + ", but got " +
                             Twine(bytes));
  return type;
}

Expected<NpyArray> NpyArray::open(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(
      path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!file)
    return createFileError(path, file.getError());
  return parse(std::move(*file));
}

Expected<NpyArray> NpyArray::parse(std::unique_ptr<MemoryBuffer> file) {
  StringRef path = file->getBufferIdentifier();
  StringRef rest = file->getBuffer();
  Expected<StringRef> text = takeHeader(rest);
  if (!text)
    return createFileError(path, text.takeError());
  Expected<NpyHeader> header = parseNpyHeader(*text);
  if (!header)
    return createFileError(path, header.takeError());
  Expected<ArrayType> type = checkArray(*header, rest.size());
  if (!type)
    return createFileError(path, type.takeError());
  return NpyArray(std::move(file), *type, header->shape, rest);
}

/// The preamble and header of an array; its length is a multiple of 64, so that
/// the elements are aligned when the file is mapped.
static std::string formatHeader(ArrayType type, ArrayRef<int64_t> shape) {
  std::string text;
  raw_string_ostream os(text);
  os << magic << StringRef("\1\0\0\0", 4) << "{'descr': '"
     << (getByteSize(type) == 1 ? '|' : '<') << getTypeCode(type)
     << "', 'fortran_order': False, 'shape': (";
  interleaveComma(shape, os);
  // A tuple of one element needs the comma.
  os << (shape.size() == 1 ? ",), }" : "), }");

  size_t size = alignTo(text.size() + 1, 64);
  text.resize(size - 1, ' ');
  text += '\n';
  size_t preamble = magic.size() + 4;
  support::endian::write16le(&text[preamble - 2], size - preamble);
  return text;
}

Expected<NpyWriter> NpyWriter::create(StringRef path, ArrayType type,
                                      ArrayRef<int64_t> shape) {
  assert(all_of(shape, [](int64_t dimension) { return dimension >= 0; }));
  std::optional<int64_t> bytes = computeByteSize(type, shape);
  if (!bytes || shape.size() > maxNpyRank) {
    Error error = createStringError(
        "expected an array of at most " + Twine(maxNpyRank) +
        " dimensions and less than 2^63 bytes, but got shape " +
        formatShape(shape));
    return createFileError(path, std::move(error));
  }
  Expected<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  file->os() << formatHeader(type, shape);
  return NpyWriter(std::move(*file), *bytes);
}

void NpyWriter::append(ArrayRef<char> elements) {
  file.os().write(elements.data(), elements.size());
  writtenBytes += elements.size();
}

Error NpyWriter::commit() {
  if (writtenBytes == expectedBytes)
    return file.commit();
  file.discard();
  return createFileError(
      file.getPath(), createStringError("expected " + Twine(expectedBytes) +
                                        " bytes of elements, but " +
                                        Twine(writtenBytes) + " were written"));
}
