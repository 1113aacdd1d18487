import type { StateName } from '../model.ts'
import { blocked } from './blocked/blocked.ts'
import { connect } from './connect/connect.ts'
import { connecting } from './connecting/connecting.ts'
import { failed } from './failed/failed.ts'
import { loading } from './loading/loading.ts'
import { locked } from './locked/locked.ts'
import { options } from './options/options.ts'
import { partial } from './partial/partial.ts'
import { progress } from './progress/progress.ts'
import { resuming } from './resuming/resuming.ts'
import { review } from './review/review.ts'
import { succeeded } from './succeeded/succeeded.ts'
import { unavailable } from './unavailable/unavailable.ts'
import { unknown } from './unknown/unknown.ts'
import type { Screen } from './viewContext.ts'

/** The screen of each state. */
export const screens: Readonly<Record<StateName, Screen>> = {
  idle: loading,
  loading,
  unavailable,
  connect,
  connecting,
  blocked,
  options,
  review,
  preparing: progress,
  switching: progress,
  resetting: progress,
  approving: progress,
  permitting: progress,
  signing: progress,
  broadcasting: progress,
  confirming: progress,
  settling: progress,
  partial,
  succeeded,
  failed,
  unknown,
  resuming,
  locked,
}
