#!/usr/bin/env node
/**
 * Example of a program that feeds matches: sends JSON Lines from a file or standard input to `POST /feed/matches`.
 *
 *   FEED_TOKEN=feed_… node feed-client.mjs https://station.example season.jsonl
 *   my-scores | FEED_TOKEN=feed_… node feed-client.mjs https://station.example
 *
 * Lines are sent as they come, many in one request. Sending a line again changes nothing, so whatever is not known to have
 * arrived is sent again. Refused lines are printed to standard error; the exit code is then 1.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

const [station, file] = process.argv.slice(2)
const token = process.env['FEED_TOKEN']
if (station === undefined || token === undefined) {
  process.stderr.write('usage: FEED_TOKEN=… node feed-client.mjs <station> [file]\n')
  process.exit(2)
}
const address = new URL('/feed/matches', station)

/** The station takes 4 MB in a request. */
const maxBatchBytes = 1024 * 1024
/** Lines wait this long for others, so that a burst is one request; the station takes ten requests a second. */
const gatherMs = 200
const maxAttempts = 8

/** Seconds until the next attempt: what the station asks for, otherwise longer and longer. */
const pauseSec = (attempt, reply) => Number(reply?.headers.get('retry-after')) || Math.min(60, 2 ** attempt)

/** Sends lines until the station has answered them. Returns its answer. */
async function send(lines) {
  for (let attempt = 0; ; attempt++) {
    const reply = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
      body: lines.join('\n'),
    }).catch((err) => {
      if (attempt >= maxAttempts) throw err
    })
    if (reply?.ok) return reply.json()
    const isTemporary = reply === undefined || reply.status === 429 || reply.status >= 500
    if (!isTemporary || attempt >= maxAttempts) throw new Error(`${reply.status} ${await reply.text()}`)
    await wait(pauseSec(attempt, reply) * 1000)
  }
}

const totals = { stored: 0, unchanged: 0, refused: 0 }
/** Lines that were read and not sent yet. */
let waiting = []
let sentLines = 0

async function flush() {
  const lines = waiting
  waiting = []
  if (lines.length === 0) return
  const answer = await send(lines)
  for (const key of Object.keys(totals)) totals[key] += answer[key]
  for (const { line, msg } of answer.lines) process.stderr.write(`${sentLines + line}: ${msg}\n`)
  sentLines += lines.length
}

/** The requests one after the other: an event may refer to what an earlier one told. */
let last = Promise.resolve()
const flushSoon = () => (last = last.then(() => wait(gatherMs)).then(flush))

let waitingBytes = 0
for await (const line of createInterface({ input: file === undefined ? process.stdin : createReadStream(file) })) {
  if (waiting.length === 0) {
    waitingBytes = 0
    // An error ends the program: `last` is awaited below.
    flushSoon().catch(() => {})
  }
  waiting.push(line)
  waitingBytes += Buffer.byteLength(line) + 1
  if (waitingBytes > maxBatchBytes) await last
}
await last
await flush()
process.stdout.write(`${JSON.stringify(totals)}\n`)
process.exitCode = totals.refused > 0 ? 1 : 0
