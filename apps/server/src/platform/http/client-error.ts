import { toTraditional } from '@yunmu/zh'
import type { ConnectionError } from 'fastify'
import type { Socket } from 'node:net'
import { failurePage, failurePageHeaders } from './failure-page.ts'
import { scriptOf } from './script.ts'

const sentence = '网址太长，服务器读不了；如果是在搜索，请把词缩短'
const searchAgain = { label: '重新搜索', url: '/search' }

const reasons = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' } as const

function statusOf({ code }: ConnectionError): keyof typeof reasons {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}

/**
 * Answers what Node could not parse as a request, and closes the connection. An address or headers of more than 16 kB
 * are answered with a page: whoever pasted a text into the address of a search sees what to do.
 */
export function answerClientError(err: ConnectionError, socket: Socket): void {
  if (err.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy(err)
    return
  }
  const status = statusOf(err)
  // What arrived last of the request. Fastify's types take the buffer for its JSON.
  const packet: unknown = err.rawPacket
  const start = Buffer.isBuffer(packet) ? packet.toString('latin1') : ''
  const language = /^accept-language:(.*)$/im.exec(start)?.[1]?.trim()
  const script = scriptOf(undefined, { 'accept-language': language })
  const body =
    status === 431 ? failurePage(script === 't' ? toTraditional(sentence) : sentence, script, searchAgain) : ''
  const headers = {
    ...(status === 431 ? failurePageHeaders : {}),
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${reasons[status]}`, ...lines, '', body].join('\r\n'))
}
