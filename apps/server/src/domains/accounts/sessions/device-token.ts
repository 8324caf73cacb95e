import { createHash, randomBytes } from 'node:crypto'

/** A random token that identifies a browser. */
export const createDeviceToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a device token. The token is random, so a plain hash cannot be guessed. */
export const hashDeviceToken = (token: string): Buffer => createHash('sha256').update(token).digest()
