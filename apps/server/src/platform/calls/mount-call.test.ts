import { commentList, liveInfo, myCommentList, vodNewest } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { viewerFor } from './mount-call.ts'
import type { Viewer } from './viewer.ts'

const viewer: Viewer = {
  id: 7,
  sessionId: 's',
  name: '林',
  groupId: 1,
  authorityId: 0,
  isVip: false,
  isMinor: false,
  scope: 'full',
}

test('[E07] a call that visitors may make is given the viewer only if the contract says that it depends on the viewer', () => {
  expect(viewerFor(vodNewest, viewer)).toBeNull()
  for (const call of [commentList, liveInfo, myCommentList]) expect(viewerFor(call, viewer)).toBe(viewer)
})
