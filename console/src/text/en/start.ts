/** The English sentences for the first steps on the home screen; part of {@link en}. */
export const start = {
  title: 'Getting started',
  lead: 'Five steps from here to a paid order on your website.',
  withoutWebsite: 'No website? A payment link needs none of these steps.',
  website: 'Accept payments on your website',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done',
  open: 'To do',
  allDone: 'Everything is set up. Payments come straight to your wallet.',
  name: {
    title: 'Name your business',
    text: 'Payers see this name above the amount.',
    done: (name: string) => `Payers see “${name}”.`,
  },
  destination: {
    title: 'Choose where money arrives',
    text: 'Pick the network and token that your wallet receives.',
    accountText: 'A receiving route belongs to a wallet. See how to set one up.',
    done: (token: string, network: string) => `${token} on ${network}, in your wallet.`,
    boundDone: 'A client ID of yours is bound to a route.',
    action: 'Choose network and token',
    accountAction: 'See how',
  },
  clientId: {
    title: 'Get a client ID for your site',
    text: 'It lets the payment element work on your domain only.',
    done: (domains: string) => `Works on ${domains}.`,
    action: 'Create a client ID',
  },
  webhook: {
    title: 'Get notified of payments',
    text: 'A signed webhook notifies your server when an order is paid. Fulfil orders based on it, never on what a browser reports.',
    done: (url: string) => `Events go to ${url}.`,
    action: 'Add a webhook',
  },
  embed: {
    title: 'Put the element on your page',
    text: 'Create a payment, copy the snippet, and pay it.',
    done: 'The element has run on your site.',
    action: 'Create the snippet',
  },
}
