-- Replaced below by one that allows a further kind.
ALTER TABLE "files" DROP CONSTRAINT "files_kind_check";--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "brand_logo_id" uuid;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "brand_icon_id" uuid;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_kind_check" CHECK ("files"."kind" IN ('receipts', 'qr-codes', 'avatars', 'banner-images', 'documents', 'brand-images')) NOT VALID;