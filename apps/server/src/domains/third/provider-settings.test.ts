import { expect, test } from 'vitest'
import { readProviderSettings } from './provider-settings.ts'

const good = {
  OIDC_PROVIDERS: 'op',
  OIDC_OP_NAME: '云端账号',
  OIDC_OP_ISSUER: 'https://id.example.org',
  OIDC_OP_CLIENT_ID: 'yunmu',
  OIDC_OP_CLIENT_SECRET: 'hush',
}

function read(change: Record<string, string | undefined>, egressAllow: string[] = []) {
  const complaints: string[] = []
  const settings = readProviderSettings({ ...good, ...change }, egressAllow, (sentence) => complaints.push(sentence))
  return { settings, complaints }
}

test.each([
  ['OIDC_PROVIDERS', 'Op'],
  ['OIDC_PROVIDERS', 'op,op'],
  ['OIDC_PROVIDERS', 'op,../x'],
  ['OIDC_OP_NAME', undefined],
  ['OIDC_OP_NAME', '长'.repeat(21)],
  ['OIDC_OP_CLIENT_ID', ' '],
  ['OIDC_OP_CLIENT_SECRET', undefined],
  ['OIDC_OP_SCOPE', 'profile email'],
  ['OIDC_OP_ISSUER', undefined],
  ['OIDC_OP_ISSUER', 'id.example.org'],
  ['OIDC_OP_ISSUER', 'https://id.example.org?x=1'],
  ['OIDC_OP_ISSUER', 'https://a:b@id.example.org'],
  ['OIDC_OP_ISSUER', 'http://id.example.org'],
  ['OIDC_OP_ISSUER', 'http://10.0.0.3'],
  ['OIDC_OP_ISSUER', 'http://localhost.evil.example'],
])('[E04] %s does not accept %j, and the message names it', (name, value) => {
  expect(read({ [name]: value }).complaints.join('；')).toContain(name)
})

test('[E04] a message never contains the secret', () => {
  const { complaints } = read({ OIDC_OP_ISSUER: 'x', OIDC_OP_SCOPE: 'y', OIDC_OP_NAME: '', OIDC_OP_CLIENT_ID: '' })
  expect(complaints).toHaveLength(4)
  expect(complaints.join()).not.toContain('hush')
})

test('[E04] an internal issuer must be named in EGRESS_ALLOW, and is accepted then', () => {
  const inside = { OIDC_OP_ISSUER: 'https://192.168.1.9:8443/realms/a' }
  expect(read(inside).complaints).toEqual([expect.stringContaining('192.168.1.9:8443')])
  expect(read(inside, ['192.168.1.9:8443']).complaints).toEqual([])
  expect(read({ OIDC_OP_ISSUER: 'http://127.0.0.1:8750' }, ['127.0.0.1:8750']).complaints).toEqual([])
})

test('[E04] without a list there is no provider; providers are in the order of the list', () => {
  expect(read({ OIDC_PROVIDERS: undefined })).toEqual({ settings: [], complaints: [] })
  const second = {
    OIDC_TWO_NAME: '二号',
    OIDC_TWO_ISSUER: 'https://two.example.org/',
    OIDC_TWO_CLIENT_ID: 'a',
    OIDC_TWO_CLIENT_SECRET: 'b',
    OIDC_TWO_SCOPE: 'openid',
  }
  const { settings, complaints } = read({ ...second, OIDC_PROVIDERS: ' two, op ' })
  expect(complaints).toEqual([])
  expect(settings).toEqual([
    expect.objectContaining({ authType: 'two', name: '二号', scope: 'openid' }),
    {
      authType: 'op',
      name: '云端账号',
      issuer: 'https://id.example.org',
      clientId: 'yunmu',
      clientSecret: 'hush',
      scope: 'openid profile',
    },
  ])
})
