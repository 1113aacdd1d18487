import { describe, expect, it } from 'vitest'
import { type Locked, reachSbom, type Sbom } from './reachSbom.ts'

const sbom: Sbom = {
  metadata: { component: { name: 'root' } },
  components: [
    'core@1.0.0',
    'zod@4.0.0',
    'vitest@5.0.0',
    'typescript@7.0.0',
    '@noble/hashes@1.0.0',
  ].map((ref) => ({ 'bom-ref': ref })),
  dependencies: [
    { ref: 'core@1.0.0', dependsOn: ['zod@4.0.0', 'vitest@5.0.0'] },
    { ref: 'zod@4.0.0', dependsOn: ['@noble/hashes@1.0.0', 'typescript@7.0.0'] },
    { ref: '@noble/hashes@1.0.0', dependsOn: ['zod@4.0.0'] },
  ],
}
const lock: Record<string, Locked> = {
  'packages/core': { name: 'core', version: '1.0.0', dependencies: { zod: '^4' } },
  'node_modules/zod': {
    version: '4.0.0',
    dependencies: { '@noble/hashes': '1.0.0' },
    peerDependencies: { typescript: '*' },
    peerDependenciesMeta: { typescript: { optional: true } },
  },
  'node_modules/zod/node_modules/@noble/hashes': {
    version: '1.0.0',
    peerDependencies: { zod: '*' },
  },
}

describe('reachSbom', () => {
  it('reachSbom keeps the packages that a published package needs at run time', () => {
    const { components, dependencies } = reachSbom(sbom, lock, ['core@1.0.0'])
    const refs = components.map((component) => component['bom-ref'])
    expect(refs).toEqual(['core@1.0.0', 'zod@4.0.0', '@noble/hashes@1.0.0'])
    expect(dependencies[0]).toEqual({ ref: 'core@1.0.0', dependsOn: ['zod@4.0.0'] })
  })

  it('reachSbom rejects a document without a published package', () => {
    expect(() => reachSbom(sbom, lock, ['core@2.0.0'])).toThrow('has no core@2.0.0')
  })
})
