import { test } from 'vitest'

test('a Vitest worker starts', () => {})
