import { test } from 'vitest'

test('a worker of Vitest starts', () => {})
