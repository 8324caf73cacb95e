import { createHash, randomBytes } from 'node:crypto'

/** What a browser is known by. */
export const createDeviceToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a device token. It is random: there is nothing to guess. */
export const hashDeviceToken = (token: string): Buffer => createHash('sha256').update(token).digest()
