import '@secure-payment/widget'
import { recurringAbi } from '@secure-payment/contracts'
import { getNetwork } from '@secure-payment/core/networks'

/** The page of each bundler: it uses the element, core and the contracts. */
const heading = document.querySelector('h1')
if (heading && recurringAbi.length > 0) heading.textContent = getNetwork('base').name
