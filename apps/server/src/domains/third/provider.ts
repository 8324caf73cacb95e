import * as openid from 'openid-client'
import { createSharedRead } from '../../platform/caching/shared-read.ts'
import type { Clock } from '../../platform/process/clock.ts'
import type { Egress } from '../../platform/egress/egress.ts'
import { isUnencryptedIssuer, type ProviderSettings } from './provider-settings.ts'
import { nameFromClaims } from './third-rules.ts'

/** What the callback of a login is checked against. Secret: it is stored in the browser's encrypted cookie. */
export interface FlowSecrets {
  state: string
  nonce: string
  verifier: string
}

/** A user's identity at a provider. Only `subject` identifies: names and e-mail addresses change owners. */
export interface Identity {
  subject: string
  /** The name that the provider states; may be empty. */
  name: string
}

/** One OpenID Connect provider. Its functions reject with the provider's failure: see `failureReason`. */
export interface Provider {
  readonly authType: string
  readonly name: string
  /** Starts a login. Returns the address that the browser goes to. */
  startLogin(redirectUri: string): Promise<{ address: string; flow: FlowSecrets }>
  /** Finishes it: exchanges the code in the callback's address for the user's identity. */
  finishLogin(callback: URL, flow: FlowSecrets): Promise<Identity>
}

/** Endpoints rarely change, and the library refreshes the keys by itself. */
const discoveryMaxAgeMs = 24 * 3600_000

/** Authorization code flow with PKCE, state and nonce (OpenID Connect Core 1.0, 3.1; RFC 7636). */
export function createProvider(settings: ProviderSettings, needs: { egress: Egress; clock: Clock }): Provider {
  const { authType, name, scope } = settings
  const configuration = cachedConfiguration(settings, needs)
  return {
    authType,
    name,
    async startLogin(redirectUri) {
      const config = await configuration()
      const flow = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      }
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      })
      return { address: address.href, flow }
    },
    async finishLogin(callback, { state, nonce, verifier }) {
      const config = await configuration()
      const tokens = await openid.authorizationCodeGrant(config, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      // OpenID Connect Core 1.0, 2: at most 255 ASCII characters.
      if (!claims || !/^[\x20-\x7e]{1,255}$/.test(claims.sub)) throw new openid.ClientError('unusable subject')
      const claimedName = nameFromClaims(claims)
      if (claimedName !== '' || config.serverMetadata().userinfo_endpoint === undefined)
        return { subject: claims.sub, name: claimedName }
      return {
        subject: claims.sub,
        name: nameFromClaims(await openid.fetchUserInfo(config, tokens.access_token, claims.sub)),
      }
    },
  }
}

/** Discovers the provider on first use. Failures are not cached. */
function cachedConfiguration(
  settings: ProviderSettings,
  { egress, clock }: { egress: Egress; clock: Clock },
): () => Promise<openid.Configuration> {
  const cached = createSharedRead(() => discover(settings, egress), { maxAgeMs: discoveryMaxAgeMs })
  return () => cached.get(clock.nowMs())
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings, egress: Egress) {
  const config = await openid.discovery(new URL(issuer), clientId, undefined, clientAuth(clientSecret), {
    [openid.customFetch]: fetchThrough(egress),
    execute: isUnencryptedIssuer(issuer) ? [openid.allowInsecureRequests] : [],
  })
  // Verifies the ID token's signature even though it came straight from the provider.
  openid.enableNonRepudiationChecks(config)
  return config
}

/** How the provider takes our secret: `client_secret_basic` unless its metadata says otherwise (Discovery 1.0, 3). */
function clientAuth(secret: string): openid.ClientAuth {
  const basic = openid.ClientSecretBasic(secret)
  const post = openid.ClientSecretPost(secret)
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const auth = methods.includes('client_secret_basic') || !methods.includes('client_secret_post') ? basic : post
    auth(server, client, body, headers)
  }
}

const bodilessStatuses: ReadonlySet<number> = new Set([204, 205, 304])

/** Sends the library's requests through the station's client for outgoing requests. */
function fetchThrough(egress: Egress): openid.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    if (method !== 'GET' && method !== 'POST') throw new TypeError(`no outside request is made by ${method}`)
    const form = body instanceof URLSearchParams
    const reply = await egress.exchange(url, {
      method,
      headers: { ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}), ...headers },
      ...(form ? { body: body.toString() } : {}),
      ...(signal ? { signal } : {}),
    })
    const bytes = await reply.bytes()
    return new Response(bodilessStatuses.has(reply.status) ? null : new Uint8Array(bytes), {
      status: reply.status,
      headers: Object.fromEntries(
        ['content-type', 'www-authenticate'].flatMap((name) => {
          const value = reply.header(name)
          return value === undefined ? [] : [[name, value]]
        }),
      ),
    })
  }
}
