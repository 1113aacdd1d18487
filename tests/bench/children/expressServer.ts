import { createServer } from 'node:http'
import express from 'express'
import { listen } from '../support/listen.ts'
import { readUsage, serveParent } from './serveParent.ts'

const FOUND = JSON.stringify({ status: 'ok' })

/** Express with a single route: the baseline for reads, start-up and memory. */
export type ExpressCalls = { port(): number; usage: typeof readUsage }

const app = express()
app.disable('x-powered-by')
app.get('/things/:id', (_request, response) => {
  const length = Buffer.byteLength(FOUND)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
  response.end(FOUND)
})
const port = await listen(createServer(app))
serveParent({ port: () => port, usage: readUsage } satisfies ExpressCalls)
