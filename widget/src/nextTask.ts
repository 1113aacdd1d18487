/** Resolves in the next task. Uses a message, which a fake clock in a page's tests cannot delay. */
export function nextTask(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = resolve
    port2.postMessage(0)
  })
}
