/** The token is sent in three query parameters: header, payload and signature of a JWT (RFC 7519). */
export interface TokenParts {
  _he: string
  _pl: string
  _si: string
}

/** Parameters of a token; null if the text is not a JWT. */
export function splitToken(token: string): TokenParts | null {
  const [_he, _pl, _si, ...rest] = token.split('.')
  return _he && _pl && _si && rest.length === 0 ? { _he, _pl, _si } : null
}

/** Token from three parameters; null if none is present, '' if some are missing. */
export function joinToken({ _he, _pl, _si }: Partial<Record<keyof TokenParts, unknown>>): string | null {
  if (_he === undefined && _pl === undefined && _si === undefined) return null
  const parts = [_he, _pl, _si]
  return parts.every((part) => typeof part === 'string' && part !== '') ? parts.join('.') : ''
}
