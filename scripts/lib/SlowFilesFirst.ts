import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take half a minute: begun last, each would keep one worker busy while the others have nothing left to do. */
const SLOW = [
  'tests/flows/kills.test.ts',
  'tests/flows/executorFaults.test.ts',
  'tests/flows/crosschainTracking.test.ts',
  'tests/api/accessMatrix.test.ts',
  'tests/api/contractFuzz.test.ts',
]

/** Vitest's order, project by project, with the slow files of each project first. */
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
