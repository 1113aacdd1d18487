export {
  type AgreementStatus,
  agreementMachine,
  isCompliant,
  type KycStatus,
  kycMachine,
  type PaymentDetailStatus,
  paymentDetailMachine,
} from './complianceMachines.ts'
export { isFinal, judgeMove, type Machine, type Move } from './machine.ts'
export { type OfframpStatus, offrampMachine, offrampSteps } from './offrampMachine.ts'
