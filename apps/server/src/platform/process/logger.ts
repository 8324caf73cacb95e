import { errorCode } from './error-code.ts'
import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger }

const secretParameter =
  /([?&](?:_he|_pl|_si|_vv|password|againPassword|oldPassword|device|captcha|code|accessToken|accessSecret|key)=)[^&\s"]*/g

/** A JSON Web Token, or its beginning (RFC 7519): its header always starts with the same letters. */
const token = /\beyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g

/** The key of a user's television list or calendar, or the signature of a media address, which grant access. */
const secretFolder = /(\/live\/|\/calendar\/my\/|\/media\/\d+\/)[\w%-]{20,}(?=\/)/g

/** Removes secret parameters, folders and tokens from a text for the log. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(secretParameter, '$1*').replaceAll(secretFolder, '$1*').replaceAll(token, '*')
}

const secretKeys = [
  'password',
  'againPassword',
  'oldPassword',
  'device',
  'captcha',
  'code',
  'token',
  'accessToken',
  'accessSecret',
  '_he',
  '_pl',
  '_si',
]

/**
 * The product's log: one JSON line per entry, without secrets. Addresses and error texts are cleaned, and known secret
 * fields are redacted up to two levels deep.
 */
export function createLogger(options: { level?: string; destination?: DestinationStream } = {}): Logger {
  return pino(
    {
      level: options.level ?? 'info',
      base: null,
      redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '*' },
      serializers: {
        err: (err: unknown) => {
          const error = err instanceof Error ? err : new Error(String(err))
          const { type, message, stack } = pino.stdSerializers.err(error)
          // Other fields of a database error, such as `detail`, quote values.
          return { type, errorCode: errorCode(error), message: withoutSecrets(message), stack: withoutSecrets(stack) }
        },
        req: (request: { method: string; url: string; ip?: string }) => ({
          method: request.method,
          // The query is left out, because parameter names can be encoded in many ways.
          path: withoutSecrets(request.url.split('?', 1)[0] ?? ''),
          ip: request.ip,
        }),
      },
    },
    options.destination ?? pino.destination({ dest: 2, sync: false }),
  )
}
