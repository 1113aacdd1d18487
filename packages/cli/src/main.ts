#!/usr/bin/env node
import { requireNode } from './requireNode.ts'

requireNode()
// The libraries load only now, because an older Node would fail in them without stating the reason.
await import('./start.ts')
