import CommandLine
import Testing

@Suite struct ExitCodeTests {
    @Test func `the table is in order, and answers keep clear of it`() {
        let codes = ExitCode.table.map(\.code.rawValue)
        #expect(codes == codes.sorted())
        #expect(codes == [0, 64, 65, 66, 69, 70, 73, 75, 77, 78])
        #expect((1...9).map { ExitCode.answer($0).rawValue } == Array(1...9))
    }

    @Test func `an answer outside one to nine is a bug`() async {
        await #expect(processExitsWith: .failure) { _ = ExitCode.answer(0) }
        await #expect(processExitsWith: .failure) { _ = ExitCode.answer(10) }
    }
}
