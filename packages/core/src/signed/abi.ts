import type { Hex } from '../hex.ts'
import type { SignatureKind } from './signedPayment.ts'

/** Selectors of ERC20SignedPayment's calls. The tests derive each from its signature. */
export const SIGNED_PAYMENT_SELECTORS = {
  /** `payWithAuthorization(Payment payment, bytes signature)` */
  eip3009: '0x202abbd8',
  /** `payWithPermit2(Payment payment, bytes signature)` */
  permit2: '0xabffdc00',
  /** `payWithPermit(Payment payment, uint256 permitNonce, bytes signature)` */
  eip2612: '0xddcbe1a7',
  /** `cancelPayment(Payment payment)` */
  cancel: '0xfae81cf4',
  /** `isUsed(bytes32 paymentHash)` */
  isUsed: '0xfe255a18',
} as const satisfies Record<SignatureKind | 'cancel' | 'isUsed', Hex>

/**
 * First topics of ERC20SignedPayment's events. In both, the second topic is the payment's hash and the third the payer. The tests derive
 * each from its signature.
 */
export const SIGNED_PAYMENT_TOPICS = {
  /** `SignedPaymentMade(bytes32 indexed,address indexed,bytes indexed,uint256)` */
  made: '0xa6050d79976fa1fdbd7e19bc0af0f68c8366c57f275852212a4013cc9edad9a4',
  /** `SignedPaymentCancelled(bytes32 indexed,address indexed)` */
  cancelled: '0x22e61123f4f6f46c9810629fc9eed05909513e1f6b4bd1422032bc7ad2745a5b',
} as const satisfies Record<string, Hex>
