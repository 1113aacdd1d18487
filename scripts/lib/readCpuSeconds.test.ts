import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readCpuSeconds, sumTimes } from './readCpuSeconds.ts'

test('sumTimes adds the four times of proc(5) for any process name', () => {
  // pid (comm) state ppid pgrp session tty tpgid flags minflt cminflt majflt cmajflt utime stime cutime cstime priority
  expect(sumTimes('7 (a) b (c) S 1 7 7 0 -1 4194304 1 2 3 4 150 50 1000 300 20 0 1')).toBe(15)
})

test.runIf(process.platform === 'linux')(
  'readCpuSeconds includes the time of a child that has ended',
  () => {
    const before = readCpuSeconds() ?? Number.NaN
    const script =
      'const end = process.cpuUsage().user + 300000; while (process.cpuUsage().user < end);'
    execFileSync(process.execPath, ['-e', script])
    expect(readCpuSeconds()).toBeGreaterThanOrEqual(before + 0.29)
  },
)
