import { Outlet } from 'react-router'

export default function PlayerLayout() {
  return <Outlet />
}
