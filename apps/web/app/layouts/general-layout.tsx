import { Outlet } from 'react-router'

export default function GeneralLayout() {
  return <Outlet />
}
