import { isRouteErrorResponse } from 'react-router'

export function LostPage({ error }: { error: unknown }) {
  const gone = isRouteErrorResponse(error) && error.status === 404
  return <main>{gone ? '没有找到这部影片，可能已下架' : '没有加载出来。'}</main>
}
