import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that run for half a minute: started last, each would keep one worker busy while the others are idle. */
const SLOW = [
  'tests/flows/kills.test.ts',
  'tests/flows/executorFaults.test.ts',
  'tests/flows/crosschainTracking.test.ts',
  'tests/api/accessMatrix.test.ts',
  'tests/api/contractFuzz.test.ts',
]

/** Vitest's order, per project, with the slow files of each project first. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const byProject = Map.groupBy(sorted, ({ project }) => project.name)
    return [...byProject.values()].flatMap((own) => {
      const isSlow = ({ moduleId }: TestSpecification) =>
        SLOW.some((file) => moduleId.endsWith(file))
      return [...own.filter(isSlow), ...own.filter((file) => !isSlow(file))]
    })
  }
}
