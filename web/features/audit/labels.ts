import type { TFunction } from 'i18next';

/** What was done, in words; the code itself where it is not known here. */
export function actionLabel(t: TFunction, action: string): string {
  return new Map(Object.entries(actionLabels(t))).get(action) ?? action;
}

/** What it was done to, in words; the code itself where it is not known here. */
export function entityLabel(t: TFunction, entity: string): string {
  return new Map(Object.entries(entityLabels(t))).get(entity) ?? entity;
}

function actionLabels(t: TFunction) {
  return {
    'bank.insert': t('Bank Added'),
    'bank.update': t('Bank Updated'),
    'bank.delete': t('Bank Deleted'),
    'bankAccount.insert': t('Bank account added successfully'),
    'bankAccount.update': t('Default bank account changed'),
    'bankAccount.delete': t('Bank account deleted successfully'),
    'banner.insert': t('Banner created successfully'),
    'banner.update': t('Banner updated successfully'),
    'banner.delete': t('Banner deleted successfully'),
    'banner.reorder': t('Banners reordered'),
    'carousel.update': t('Carousel settings updated successfully'),
    'profile.update': t('Profile updated'),
    'qr-code.insert': t('QR code created successfully'),
    'qr-code.update': t('QR code updated successfully'),
    'qr-code.delete': t('QR code deleted successfully'),
    'site-url.insert': t('Site URL created successfully'),
    'site-url.update': t('Site URL updated successfully'),
    'site-url.delete': t('Site URL deleted successfully'),
    'source.insert': t('Source created successfully'),
    'source.update': t('Source updated successfully'),
    'source.delete': t('Source deleted successfully'),
    'support.send': t('Support message sent'),
    'transaction.request': t('Transaction requested'),
    'transaction.approve': t('Transaction approved'),
    'transaction.reject': t('Transaction rejected'),
    'user.create': t('User created'),
    'user.delete': t('User deleted successfully'),
    'user.activate': t('User activated successfully'),
    'user.deactivate': t('User deactivated successfully'),
    'user.role': t('Role changed'),
    'user.password': t('Password changed'),
    'user.setPassword': t('Password set by an administrator'),
    'user.adjustBalance': t('Balance adjusted'),
  };
}

function entityLabels(t: TFunction) {
  return {
    bank: t('Bank'),
    bankAccount: t('Bank Account'),
    banner: t('Banner'),
    carousel: t('Carousel Settings'),
    profile: t('Profile'),
    'qr-code': t('QR Code'),
    'site-url': t('Site URL'),
    source: t('Source'),
    support: t('Support message'),
    transaction: t('Transaction'),
    user: t('User'),
  };
}
