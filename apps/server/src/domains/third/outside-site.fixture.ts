import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose'
import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { Provider, type Configuration } from 'oidc-provider'

/** A reply of the provider's token endpoint. */
export type TokenReply = Record<string, unknown>

/** Another site: a real OpenID Connect provider on this machine that logs everybody in. */
export interface OutsideSite {
  issuer: string
  /** In the form of `EGRESS_ALLOW`. */
  destination: string
  clientId: string
  clientSecret: string
  /** The user that the next login is for. The name claim is the same with 小 before it. */
  nextUser: string
  /** Changes the reply of the token endpoint; `sign` signs claims with the provider's own key. */
  tamper: ((reply: TokenReply, sign: (claims: JWTPayload) => Promise<string>) => Promise<unknown>) | undefined
  /** Whether it answers everything with 503. */
  unavailable: boolean
  /** How often the provider's configuration was requested. */
  discoveries: number
  close(): Promise<void>
}

const clientId = 'yunmu'

/** Opens a site that knows this station and a second client that is not ours, `evilapp`. */
export async function openOutsideSite(redirectUris: string[]): Promise<OutsideSite> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const destination = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const keys = await generateKeyPair('RS256', { extractable: true })
  const site: OutsideSite = {
    issuer: `http://${destination}`,
    destination,
    clientId,
    clientSecret: randomBytes(24).toString('hex'),
    nextUser: 'ann',
    tamper: undefined,
    unavailable: false,
    discoveries: 0,
    close: () => end(server),
  }
  const provider = new Provider(site.issuer, {
    ...basics,
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), alg: 'RS256', use: 'sig', kid: 'k1' }] },
    clients: [
      { client_id: clientId, client_secret: site.clientSecret, redirect_uris: redirectUris },
      { client_id: 'evilapp', client_secret: 'e'.repeat(32), redirect_uris: ['http://evil.example/callback'] },
    ],
  })
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.path.endsWith('/openid-configuration')) site.discoveries++
    if (ctx.path === '/token' && site.tamper) ctx.body = await site.tamper(ctx.body, signer(keys.privateKey))
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (site.unavailable) return void response.writeHead(503).end()
    const done = request.url?.startsWith('/login/')
      ? provider.interactionFinished(request, response, { login: { accountId: site.nextUser } })
      : answer(request, response)
    done.catch(() => response.destroy())
  })
  return site
}

const basics: Configuration = {
  cookies: { keys: [randomBytes(16).toString('hex')] },
  ttl: { AccessToken: 600, AuthorizationCode: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_ctx, { uid }) => `/login/${uid}` },
  claims: { openid: ['sub'], profile: ['name'] },
  findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, name: `小${id}` }) }),
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({
      ...(oidc.client ? { clientId: oidc.client.clientId } : {}),
      ...(oidc.session?.accountId ? { accountId: oidc.session.accountId } : {}),
    })
    grant.addOIDCScope('openid profile')
    await grant.save()
    return grant
  },
}

function signer(key: CryptoKey): (claims: JWTPayload) => Promise<string> {
  return (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(key)
}

async function end(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
