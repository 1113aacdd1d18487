import { mount } from 'svelte'
import Checkout from './Checkout.svelte'
import '../../checkout.css'

const target = document.getElementById('app')
if (target === null) throw new Error('The page has no element for the app.')
mount(Checkout, { target })
