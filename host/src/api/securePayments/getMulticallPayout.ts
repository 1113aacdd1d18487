import type { api, Output, SecurePayment } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { sumItems } from '../../paying/describeFeeBundle.ts'
import { describeSecurePayment } from '../../paying/describeSecurePayment.ts'
import { SecurePaymentNotFoundError } from '../../paying/errors.ts'
import { isCovered } from '../../paying/guardPayment.ts'
import { loadSecurePayment, type StoredSecurePayment } from '../../paying/loadSecurePayment.ts'
import { readFeePlan } from '../../requests/feePlan.ts'
import { isOpenSigned } from '../../signed/signedRows.ts'

type Get = typeof api.securePayments.getMulticall
type Child = Output<Get>['children'][number]

/** Returns the state of each payout that a multicall link pays. @throws SecurePaymentNotFoundError */
export async function getMulticallPayout(
  context: Pick<Context, 'config' | 'db' | 'now' | 'prices' | 'rates'>,
  { params: { token }, caller }: Pick<Call<Get>, 'params' | 'caller'>,
): Promise<Output<Get>> {
  const stored = await loadSecurePayment(context, { token, caller })
  const links = await readLinks(context, token)
  if (links.length === 0) throw new SecurePaymentNotFoundError()
  const payment = describeSecurePayment(context.config, stored, context.now())
  const children = payment.items.map((item, position): Child => {
    const link = links[position]
    const reason = findBlock(payment, stored, position)
    const ids = {
      requestId: item.requestId,
      securePaymentToken: link?.child_token ?? token,
      position,
    }
    return {
      ...ids,
      executable: reason === null,
      blockReason: reason,
      messageKey: reason && `multicall.block.${reason}`,
      context: {
        ...ids,
        hasBeenPaid: item.status === 'paid',
        securePaymentStatus: payment.status,
        requestStatus: item.status,
        expiresAt: payment.expiresAt,
        network: payment.network,
        currency: item.paymentCurrency,
      },
      recoveryAction: reason === 'secure_payment_expired' ? 'recreate_reduced' : null,
      feePlan: readFeePlan(link?.fee_plan ?? null),
      amount: item.amount,
      payee: item.payee,
      reference: link?.reference ?? null,
    }
  })
  const hasUnknownFee = payment.items.some(
    ({ fee }, index) => fee !== null && children[index]?.feePlan === null,
  )
  const isProcessing = children.some(({ blockReason }) => blockReason === 'request_processing')
  return {
    paymentType: 'multicall',
    status: readStatus(payment),
    redirectUrl: payment.redirectUrl,
    redirectLabel: payment.redirectLabel,
    orchestratorId: null,
    branding: payment.branding,
    analytics: {
      numberOfPaymentsExcludingFees: children.length,
      ...(hasUnknownFee && { feeAmountsUsdUnavailableReason: 'fee_plan_unavailable' as const }),
    },
    requestIds: payment.requestIds,
    token,
    canExecute: !isProcessing && children.some(({ executable }) => executable),
    expiresAt: payment.expiresAt,
    createdAt: payment.createdAt,
    children,
    totals: sumUp(payment, children),
  }
}

/** Reads the links that were combined, in the order of the items, with the merchant's reference for each. */
function readLinks({ db }: Pick<Context, 'db'>, token: string) {
  return db.kysely
    .selectFrom('combined_payouts')
    .innerJoin('requests', 'requests.id', 'combined_payouts.request_id')
    .innerJoin('secure_payments as child', 'child.token', 'combined_payouts.child_token')
    .select(['combined_payouts.child_token', 'requests.reference', 'child.fee_plan'])
    .where('combined_payouts.token', '=', token)
    .where('combined_payouts.is_multicall', '=', 1)
    .orderBy('combined_payouts.position')
    .execute()
}

/** Returns the reason why the link's transaction would not pay an item now; null if it would. */
function findBlock(
  payment: SecurePayment,
  stored: StoredSecurePayment,
  position: number,
): Child['blockReason'] {
  const request = stored.requests[position]
  const item = payment.items[position]
  if (request === undefined || item === undefined) return 'not_payable_child'
  if (item.remainingAmount === '0') return 'already_paid'
  if (payment.status === 'expired') return 'secure_payment_expired'
  if (payment.status !== 'pending') return 'secure_payment_not_pending'
  const signed = stored.signedPayment
  const isSigned = signed?.request_id === request.id && isOpenSigned(signed)
  return isSigned || isCovered(stored, request) ? 'request_processing' : null
}

function readStatus({ status, items }: SecurePayment): Output<Get>['status'] {
  const isOpen = status === 'pending' || status === 'expired'
  const isBegun = items.some((item) => item.amountPaid !== '0')
  return isOpen && isBegun ? 'partially_settled' : status
}

function sumUp({ items, network }: SecurePayment, children: readonly Child[]) {
  const currencies = [...new Set(items.map(({ paymentCurrency }) => paymentCurrency))]
  const totals = currencies.map((currency) =>
    sumItems(items.filter(({ paymentCurrency }) => paymentCurrency === currency)),
  )
  const [only, ...others] = totals
  return {
    childCount: children.length,
    blockedChildCount: children.filter(({ executable }) => !executable).length,
    byDestinationCurrency: totals.map(({ grossAmount }, index) => ({
      network,
      currency: String(currencies[index]),
      totalAmount: grossAmount,
    })),
    amountSummary: only === undefined || others.length > 0 ? null : only,
  }
}
