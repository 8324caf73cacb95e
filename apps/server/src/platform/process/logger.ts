import { errorCode } from './error-code.ts'
import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger }

const secretParameter =
  /([?&](?:_he|_pl|_si|_vv|password|againPassword|oldPassword|device|captcha|code|accessToken|accessSecret|key)=)[^&\s"]*/g

/** A JSON Web Token, or the beginning of one (RFC 7519): its header always begins with the same letters. */
const token = /\beyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g

/** The key of somebody's television list, or the signature of a medium: who knows such a folder may open what is in it. */
const secretFolder = /(\/live\/|\/media\/\d+\/)[\w%-]{20,}(?=\/)/g

/** Text without the parameters, folders and tokens that nobody may read in a log. */
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
 * The product's log: one JSON line for each entry, without secrets. Addresses and error texts are cleaned, and the known
 * secret fields are replaced wherever they stand up to two levels deep.
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
          // The rest of a database's error quotes what was written, in `detail` and elsewhere.
          return { type, errorCode: errorCode(error), message: withoutSecrets(message), stack: withoutSecrets(stack) }
        },
        req: (request: { method: string; url: string; ip?: string }) => ({
          method: request.method,
          // A parameter's name can be spelt in many ways: none of them is in the log.
          path: withoutSecrets(request.url.split('?', 1)[0] ?? ''),
          ip: request.ip,
        }),
      },
    },
    options.destination ?? pino.destination({ dest: 2, sync: false }),
  )
}
