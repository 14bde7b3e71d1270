import Platform
import Testing

@Suite struct BufferPoolTests {
    private func content(_ pool: borrowing BufferPool, _ block: BufferPool.Block) -> [UInt8] {
        let span = pool.bytes(of: block)
        return span.indices.map { span[$0] }
    }

    @Test func `blocks hold what a plain array would, whatever is done to them`() {
        var generator = SeededGenerator(seed: 12)
        var pool = BufferPool(keepLimit: 8_192)
        var blocks: [(block: BufferPool.Block, expected: [UInt8])] = []
        for step in 0..<4_000 {
            let choice = Int.random(in: 0..<6, using: &generator)
            if blocks.isEmpty || choice == 0 {
                let bytes = (0..<Int.random(in: 0..<3_000, using: &generator)).map {
                    UInt8(truncatingIfNeeded: $0 + step)
                }
                blocks.append((pool.makeBlock(copying: bytes.span), bytes))
                continue
            }
            let index = Int.random(in: 0..<blocks.count, using: &generator)
            let count = blocks[index].expected.count
            switch choice {
            case 1:
                pool.release(blocks.remove(at: index).block)
                continue
            case 2:
                let cut = Int.random(in: 0...count, using: &generator)
                pool.removeFirst(cut, from: blocks[index].block)
                blocks[index].expected.removeFirst(cut)
            case 3:
                let rest = Int.random(in: 0...count, using: &generator)
                pool.truncate(blocks[index].block, to: rest)
                blocks[index].expected.removeLast(count - rest)
            default:
                let bytes = (0..<Int.random(in: 0..<2_000, using: &generator)).map {
                    UInt8(truncatingIfNeeded: $0 &* step)
                }
                pool.append(bytes.span, to: blocks[index].block)
                blocks[index].expected += bytes
            }
            #expect(content(pool, blocks[index].block) == blocks[index].expected)
        }
        for (block, expected) in blocks { #expect(content(pool, block) == expected) }
    }

    @Test func `a block released twice traps`() async {
        await #expect(processExitsWith: .failure) {
            var pool = BufferPool()
            let block = pool.makeBlock(capacity: 1)
            pool.release(block)
            pool.release(block)
        }
    }
}
