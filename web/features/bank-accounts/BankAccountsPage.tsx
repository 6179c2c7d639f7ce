import { BankAccountsSection } from './components/BankAccountsSection.tsx';

export function BankAccountsPage() {
  return <BankAccountsSection isPage />;
}
