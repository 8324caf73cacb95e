import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger }

const secretParameter = /([?&](?:_he|_pl|_si|_vv|password|captcha|code|accessToken|accessSecret|key)=)[^&\s"]*/g

/** An address without the parameters that nobody may read in a log. */
export function withoutSecrets(url: string): string {
  return url.replaceAll(secretParameter, '$1*')
}

const secretKeys = [
  'password',
  'againPassword',
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
          const plain = pino.stdSerializers.err(err instanceof Error ? err : new Error(String(err)))
          return { ...plain, message: withoutSecrets(plain.message), stack: withoutSecrets(plain.stack ?? '') }
        },
        req: (request: { method: string; url: string; ip?: string }) => ({
          method: request.method,
          url: withoutSecrets(request.url),
          ip: request.ip,
        }),
      },
    },
    options.destination ?? pino.destination({ dest: 2, sync: false }),
  )
}
