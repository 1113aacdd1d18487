#!/usr/bin/env node
import { requireNode } from './requireNode.ts'

requireNode()
// An older Node fails in the libraries before it could print the reason, so they load only now.
await import('./start.ts')
