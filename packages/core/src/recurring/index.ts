export { RECURRING_SELECTORS, RELAYER_ROLE } from './abi.ts'
export { decodeTriggerPayment } from './decodeTriggerPayment.ts'
export { encodeTriggerPayment, type TriggerPayment } from './encodeTriggerPayment.ts'
export { hashPermit } from './hashPermit.ts'
export { largestPeriodSeconds } from './largestPeriodSeconds.ts'
export { PERMIT_DOMAIN, type PermitTypedData, permitTypedData } from './permitTypedData.ts'
export {
  decodeBool,
  encodeCancelPermit,
  encodeHasRelayerRole,
  encodeIsCancelled,
} from './recurringCalls.ts'
export {
  MAX_PERMIT_PAYMENTS,
  type PermitDomain,
  SCHEDULE_PERMIT_TYPEHASH,
  type SchedulePermit,
} from './schedulePermit.ts'
