import CPNG

/// A decoded PNG.
package struct PNGImage: Hashable, Sendable {
    /// The first bytes of every PNG.
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The maximum width and height. A small file can decode to a large image.
    static let mostPixels = 4096

    /// The unchanged file.
    let file: [UInt8]
    let width: Int
    let height: Int
    /// Rows from the top, four bytes a pixel: red, green, blue, alpha; not premultiplied.
    private let pixels: [UInt8]

    package init(_ file: [UInt8]) throws(BrandMarkProblem) {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        guard png_image_begin_read_from_memory(&image, file, file.count) != 0 else { throw .unreadable }
        defer { png_image_free(&image) }
        (width, height) = (Int(image.width), Int(image.height))
        guard (1...Self.mostPixels).contains(width), (1...Self.mostPixels).contains(height) else { throw .unreadable }
        image.format = Self.format
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        guard png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 else { throw .unreadable }
        self.file = file
        self.pixels = pixels
    }

    /// `PNG_FORMAT_RGBA`, a macro that Swift cannot see.
    private static let format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)

    /// A square icon as a PNG file: this image, as large as fits, on a background.
    ///
    /// - Parameters:
    ///   - size: the width and height in pixels.
    ///   - corner: the radius of the background's corners, as a part of the size.
    ///   - inset: the margin around the image, as a part of the size.
    /// - Throws: ``EncodingFailure``
    func icon(size: Int, background: BrandColor, corner: Double, inset: Double) throws -> [UInt8] {
        let room = Double(size) * (1 - 2 * inset)
        let scale = Double(max(width, height)) / room
        let (left, top) = ((Double(size) - Double(width) / scale) / 2, (Double(size) - Double(height) / scale) / 2)
        var output = [UInt8](repeating: 0, count: size * size * 4)
        for y in 0..<size {
            for x in 0..<size {
                let mark = average(
                    (Double(x) - left) * scale..<(Double(x + 1) - left) * scale,
                    (Double(y) - top) * scale..<(Double(y + 1) - top) * scale)
                let place = (y * size + x) * 4
                let below = 1 - mark.alpha
                output[place] = UInt8((mark.red + Double(background.red) * below).rounded())
                output[place + 1] = UInt8((mark.green + Double(background.green) * below).rounded())
                output[place + 2] = UInt8((mark.blue + Double(background.blue) * below).rounded())
                let cover = Self.coverage(x, y, size: Double(size), radius: corner * Double(size))
                output[place + 3] = UInt8((cover * 255).rounded())
            }
        }
        return try Self.encode(output, size: size)
    }

    /// The average colour of an area of the image, premultiplied: red, green and blue up to 255, alpha up to 1. Outside
    /// of the image everything is transparent.
    private func average(
        _ columns: Range<Double>, _ rows: Range<Double>
    ) -> (red: Double, green: Double, blue: Double, alpha: Double) {
        // Not an array, because this runs for every pixel of an icon.
        var sum = (red: 0.0, green: 0.0, blue: 0.0, alpha: 0.0)
        let area = (columns.upperBound - columns.lowerBound) * (rows.upperBound - rows.lowerBound)
        for y in Self.whole(rows, below: height) {
            let share = Self.overlap(y, rows)
            for x in Self.whole(columns, below: width) {
                let place = (y * width + x) * 4
                let weight = share * Self.overlap(x, columns) * Double(pixels[place + 3]) / 255 / area
                sum.red += Double(pixels[place]) * weight
                sum.green += Double(pixels[place + 1]) * weight
                sum.blue += Double(pixels[place + 2]) * weight
                sum.alpha += weight
            }
        }
        return sum
    }

    private static func whole(_ range: Range<Double>, below end: Int) -> Range<Int> {
        let first = min(max(Int(range.lowerBound.rounded(.down)), 0), end)
        return first..<max(first, min(Int(range.upperBound.rounded(.up)), end))
    }

    private static func overlap(_ pixel: Int, _ range: Range<Double>) -> Double {
        max(0, min(Double(pixel + 1), range.upperBound) - max(Double(pixel), range.lowerBound))
    }

    /// The part of a pixel inside a square with round corners.
    private static func coverage(_ x: Int, _ y: Int, size: Double, radius: Double) -> Double {
        let (dx, dy) = (
            max(0, abs(Double(x) + 0.5 - size / 2) - (size / 2 - radius)),
            max(0, abs(Double(y) + 0.5 - size / 2) - (size / 2 - radius))
        )
        guard dx > 0, dy > 0 else { return 1 }
        return min(1, max(0, radius - (dx * dx + dy * dy).squareRoot() + 0.5))
    }

    /// The library could not encode an icon.
    struct EncodingFailure: Error {}

    private static func encode(_ pixels: [UInt8], size: Int) throws -> [UInt8] {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        (image.width, image.height, image.format) = (png_uint_32(size), png_uint_32(size), format)
        defer { png_image_free(&image) }
        var length = png_alloc_size_t(0)
        guard png_image_write_to_memory(&image, nil, &length, 0, pixels, 0, nil) != 0 else { throw EncodingFailure() }
        var file = [UInt8](repeating: 0, count: length)
        guard png_image_write_to_memory(&image, &file, &length, 0, pixels, 0, nil) != 0 else {
            throw EncodingFailure()
        }
        return Array(file.prefix(length))
    }
}

extension PNGImage {
    /// Red, green, blue and alpha.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels[(y * width + x) * 4..<(y * width + x) * 4 + 4]) }
}
